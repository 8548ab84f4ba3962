-- expand
ALTER TABLE "users" ADD COLUMN "staff_roles" text[] DEFAULT '{"owner"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_staff_roles" CHECK (cardinality("users"."staff_roles") > 0) NOT VALID;