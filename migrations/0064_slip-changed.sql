-- expand
ALTER TABLE "slip_entries" ADD COLUMN "changed_at" timestamp with time zone;