CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"template" text NOT NULL,
	"to" text,
	"data" jsonb,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "mails_state" CHECK ("mails"."state" in ('queued', 'sent', 'failed')),
	CONSTRAINT "mails_ended" CHECK (("mails"."state" = 'queued') = ("mails"."ended_at" is null)),
	CONSTRAINT "mails_whole" CHECK ("mails"."state" <> 'queued' or num_nulls("mails"."to", "mails"."data") = 0)
);
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_user" ON "mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mails_to_empty" ON "mails" USING btree ("ended_at") WHERE "mails"."to" is not null;