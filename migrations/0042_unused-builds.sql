-- expand
-- The release before this one still writes its files here during a rolling restart, so a later release drops the tables.
COMMENT ON TABLE "build_files" IS 'Unused';--> statement-breakpoint
COMMENT ON TABLE "builds" IS 'Unused';
