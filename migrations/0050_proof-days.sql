-- expand
CREATE TABLE "proof_days" (
	"date" date NOT NULL,
	"figure" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"draws" integer NOT NULL,
	"log_e" double precision NOT NULL,
	"state" text NOT NULL,
	"late" integer NOT NULL,
	"corrected" integer NOT NULL,
	CONSTRAINT "proof_days_date_figure_pk" PRIMARY KEY("date","figure"),
	CONSTRAINT "proof_days_figure" CHECK ("proof_days"."figure" in ('frequency', 'uniformity', 'gaps', 'pairs', 'chart-test', 'moving', 'carry', 'groups', 'sums', 'odd-even')),
	CONSTRAINT "proof_days_state" CHECK ("proof_days"."state" in ('nothing-unusual', 'worth-watching', 'unusual'))
);
--> statement-breakpoint
ALTER TABLE "number_groups" ADD COLUMN "counted_until" timestamp with time zone;--> statement-breakpoint
-- A group that was retired before counts until then.
UPDATE "number_groups" SET "counted_until" = "retired_at";--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "proof_days" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
