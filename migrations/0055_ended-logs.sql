-- expand
CREATE TABLE "ended_logs" (
	"origin" text PRIMARY KEY NOT NULL,
	"cause" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"size" integer NOT NULL,
	"left" integer NOT NULL,
	"record" text NOT NULL,
	"checkpoint" text NOT NULL,
	"cosigned" text NOT NULL,
	"policy" text NOT NULL,
	CONSTRAINT "ended_logs_cause" CHECK ("ended_logs"."cause" in ('lost', 'key', 'moved'))
);
--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "ended_logs" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "ended_logs" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
