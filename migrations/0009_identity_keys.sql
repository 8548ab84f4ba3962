DROP INDEX "accounts_user";--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_identity" UNIQUE("provider_id","account_id");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_way" UNIQUE("user_id","provider_id");