-- expand
CREATE INDEX "users_deleted" ON "users" USING btree ("id") WHERE "users"."deleted_at" is not null;
--> statement-breakpoint
-- The planner took the GiST index of the columns for lookups by user, which made each of them about 20 times slower than
-- the B-tree "periods_user". The index of an expression keeps the rule and serves no other query.
ALTER TABLE "periods" DROP CONSTRAINT "periods_apart", ADD CONSTRAINT "periods_apart"
  EXCLUDE USING gist (("user_id" || ' ' || "plan") WITH =, tstzrange("starts_at", "ends_at") WITH &&)
  DEFERRABLE INITIALLY DEFERRED;
