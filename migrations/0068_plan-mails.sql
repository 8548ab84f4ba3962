-- expand
CREATE TABLE "plan_mails" (
	"user_id" text PRIMARY KEY NOT NULL,
	"last_at" timestamp with time zone,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "plan_mails" ADD CONSTRAINT "plan_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;