-- expand
-- The release before this one still writes this column during a rolling restart, so a later release drops it.
COMMENT ON COLUMN "held_results"."publish_at" IS 'Unused';
