-- expand
CREATE TABLE "slip_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "slip_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"game" text,
	"bet" text NOT NULL,
	"numbers" smallint[] NOT NULL,
	"against" smallint[] NOT NULL,
	"line_of" smallint NOT NULL,
	"stake" integer NOT NULL,
	"from_date" date NOT NULL,
	"until_date" date,
	"notify" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "slip_entries_bet" CHECK ("slip_entries"."bet" in ('watch', 'nap', 'two_sure', 'three_direct', 'four_direct', 'five_direct', 'perm', 'banker', 'against')),
	CONSTRAINT "slip_entries_size" CHECK (cardinality("slip_entries"."numbers" || "slip_entries"."against") between 1 and 10),
	CONSTRAINT "slip_entries_balls" CHECK (1 <= all ("slip_entries"."numbers" || "slip_entries"."against") and 90 >= all ("slip_entries"."numbers" || "slip_entries"."against"))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "break_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "slip_entries" ADD CONSTRAINT "slip_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slip_entries" ADD CONSTRAINT "slip_entries_game_games_key_fk" FOREIGN KEY ("game") REFERENCES "public"."games"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "slip_entries_user" ON "slip_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "slip_entries_dates" ON "slip_entries" USING btree ("from_date","until_date");