-- Search for parts of words by index. A trusted extension: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("created_at","id") WHERE "users"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "users_text" ON "users" USING gin (("email" || ' ' || lower("username")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "periods_plan" ON "periods" USING btree ("plan","ends_at");