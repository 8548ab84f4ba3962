-- expand
CREATE TABLE "restores" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "restores_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"backup_at" timestamp with time zone NOT NULL,
	"payments_opened_at" timestamp with time zone,
	"opened_by" text,
	"opened_reason" text,
	CONSTRAINT "restores_opened" CHECK (num_nonnulls("restores"."opened_by", "restores"."opened_reason") in (0, 2)
        and ("restores"."opened_by" is null or "restores"."payments_opened_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "held_at" timestamp with time zone;