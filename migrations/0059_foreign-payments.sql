-- expand
CREATE TABLE "foreign_payments" (
	"reference" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
