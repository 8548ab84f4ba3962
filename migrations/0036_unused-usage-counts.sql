-- expand
-- The release before this one still counts page views here during a rolling restart, so a later release drops the table.
COMMENT ON TABLE "usage_counts" IS 'Unused';
