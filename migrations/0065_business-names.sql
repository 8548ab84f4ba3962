-- expand
ALTER TABLE "help_contacts" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "help_contacts" ADD COLUMN "licence" text;--> statement-breakpoint
ALTER TABLE "help_contacts" ADD COLUMN "state" text;
