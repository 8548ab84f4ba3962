-- expand
CREATE TABLE "backups" (
	"due_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"snapshot_at" timestamp with time zone,
	"file" text,
	"bytes" bigint
);
