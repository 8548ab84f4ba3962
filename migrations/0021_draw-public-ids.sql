-- expand
ALTER TABLE "draws" ADD COLUMN "public_id" text DEFAULT (right(gen_random_uuid()::text, 12) || left(gen_random_uuid()::text, 4)) NOT NULL;--> statement-breakpoint
ALTER TABLE "draws" ADD CONSTRAINT "draws_public_id_unique" UNIQUE("public_id");
