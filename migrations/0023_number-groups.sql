-- expand
CREATE TABLE "number_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "number_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"numbers" smallint[] NOT NULL,
	"retired_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text,
	CONSTRAINT "number_groups_numbers_unique" UNIQUE("numbers"),
	CONSTRAINT "number_groups_size" CHECK (cardinality("number_groups"."numbers") between 3 and 10),
	CONSTRAINT "number_groups_balls" CHECK (1 <= all ("number_groups"."numbers") and 90 >= all ("number_groups"."numbers"))
);
--> statement-breakpoint
INSERT INTO "number_groups" ("name", "numbers", "created_at") VALUES ('1-10-89', '{1,10,89}', now());
