-- expand
CREATE TABLE "attacks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attacks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hour" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"reached" text,
	"account" text,
	"address" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attacks_once" UNIQUE NULLS NOT DISTINCT("account","hour","kind","reached","address"),
	CONSTRAINT "attacks_kind" CHECK ("attacks"."kind" in ('login-refused', 'limit-reached', 'reset-requested', 'reset-refused', 'reset-done', 'proof-refused', 'second-factor-refused'))
);
--> statement-breakpoint
CREATE INDEX "attacks_hour" ON "attacks" USING btree ("hour");