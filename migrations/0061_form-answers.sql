-- expand
CREATE TABLE "form_answers" (
	"user_id" text NOT NULL,
	"form" text NOT NULL,
	"sent" text NOT NULL,
	"answer" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "form_answers_user_id_form_pk" PRIMARY KEY("user_id","form")
);
--> statement-breakpoint
ALTER TABLE "voucher_batches" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "form_answers_at" ON "form_answers" USING btree ("at");--> statement-breakpoint
-- The codes of earlier batches have been on paper since they were made.
UPDATE "voucher_batches" SET "confirmed_at" = "made_at";
