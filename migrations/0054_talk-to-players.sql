-- expand
CREATE TABLE "announcements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"text" text NOT NULL,
	"audience" text NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"game" text,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "announcements_audience" CHECK ("announcements"."audience" in ('all', 'free', 'basic', 'pro')),
	CONSTRAINT "announcements_times" CHECK ("announcements"."from" < "announcements"."until")
);
--> statement-breakpoint
CREATE TABLE "help_contacts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "help_contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"replaces" bigint NOT NULL,
	"email" text,
	"whatsapp" text,
	"hours" text,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "help_contacts_replaces_unique" UNIQUE("replaces")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "announcements_once" ON "announcements" USING btree ("text","audience","until") WHERE "announcements"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "announcements_until" ON "announcements" USING btree ("until");