-- expand
CREATE TABLE "push_hours" (
	"hour" timestamp with time zone PRIMARY KEY NOT NULL,
	"delivered" integer NOT NULL,
	"failed" integer NOT NULL,
	"slowest" integer
);
--> statement-breakpoint
ALTER TABLE "held_results" ADD COLUMN "publish_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "backup_at" timestamp with time zone;