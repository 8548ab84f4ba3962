-- expand
ALTER TABLE "sessions" ADD COLUMN "seeing" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "seeing_until" timestamp with time zone;