-- expand
-- The release before this one still orders backups here during a rolling restart, so a later release drops the table.
COMMENT ON TABLE "backups" IS 'Unused';
