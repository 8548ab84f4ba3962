CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jwks" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"alg" text,
	"crv" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text DEFAULT 'user' NOT NULL,
	"age_confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('user', 'admin')),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb NOT NULL,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "grants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"plan" text NOT NULL,
	"months" smallint,
	"days" smallint,
	"kind" text NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"payment_id" text,
	"reason" text,
	CONSTRAINT "grants_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "grants_plan" CHECK ("grants"."plan" in ('basic', 'pro')),
	CONSTRAINT "grants_kind" CHECK ("grants"."kind" in ('payment', 'gift', 'demo')),
	CONSTRAINT "grants_length" CHECK (num_nonnulls("grants"."months", "grants"."days") = 1 and coalesce("grants"."months", "grants"."days") > 0),
	CONSTRAINT "grants_source" CHECK (("grants"."kind" = 'payment') = ("grants"."payment_id" is not null)),
	CONSTRAINT "grants_reason" CHECK ("grants"."kind" = 'payment' or "grants"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "periods" (
	"grant_id" bigint PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"plan" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "periods_order" CHECK ("periods"."starts_at" < "periods"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "reversals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reversals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"grant_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "reversals_grant_id_unique" UNIQUE("grant_id")
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"ids" text[] NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draw_corrections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "draw_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"draw_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"old" jsonb NOT NULL,
	"new" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draws" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "draws_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"game_key" text NOT NULL,
	"date" date NOT NULL,
	"scheduled_date" date,
	"state" text NOT NULL,
	"serial" smallint,
	"winning" smallint[] NOT NULL,
	"machine" smallint[] NOT NULL,
	"source" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"recorded_by" text,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "draws_state" CHECK ("draws"."state" in ('unconfirmed', 'drawn', 'no_draw')),
	CONSTRAINT "draws_source" CHECK ("draws"."source" in ('sample', 'import', 'staff')),
	CONSTRAINT "draws_serial" CHECK ("draws"."serial" between 1 and 999),
	CONSTRAINT "draws_winning" CHECK (cardinality("draws"."winning") = 0 or is_ball_set("draws"."winning")),
	CONSTRAINT "draws_machine" CHECK (cardinality("draws"."machine") = 0 or is_ball_set("draws"."machine")),
	CONSTRAINT "draws_numbers" CHECK (("draws"."state" = 'no_draw') = (cardinality("draws"."winning") = 0))
);
--> statement-breakpoint
CREATE TABLE "game_slots" (
	"game_key" text NOT NULL,
	"weekday" text NOT NULL,
	"close" smallint,
	"expected_minutes" smallint NOT NULL,
	"valid_from" date NOT NULL,
	CONSTRAINT "game_slots_game_key_weekday_valid_from_pk" PRIMARY KEY("game_key","weekday","valid_from"),
	CONSTRAINT "game_slots_weekday" CHECK ("game_slots"."weekday" in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
	CONSTRAINT "game_slots_close" CHECK ("game_slots"."close" between 0 and 1439)
);
--> statement-breakpoint
CREATE TABLE "games" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"operator" text NOT NULL,
	"order" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mode" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "installation_only" CHECK ("installation"."only"),
	CONSTRAINT "installation_mode" CHECK ("installation"."mode" in ('demo', 'production'))
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "periods" ADD CONSTRAINT "periods_grant_id_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "periods" ADD CONSTRAINT "periods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reversals" ADD CONSTRAINT "reversals_grant_id_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_corrections" ADD CONSTRAINT "draw_corrections_draw_id_draws_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draws" ADD CONSTRAINT "draws_game_key_games_key_fk" FOREIGN KEY ("game_key") REFERENCES "public"."games"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_slots" ADD CONSTRAINT "game_slots_game_key_games_key_fk" FOREIGN KEY ("game_key") REFERENCES "public"."games"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX "grants_user" ON "grants" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "periods_user" ON "periods" USING btree ("user_id","ends_at");--> statement-breakpoint
CREATE INDEX "draw_corrections_draw" ON "draw_corrections" USING btree ("draw_id");--> statement-breakpoint
CREATE UNIQUE INDEX "draws_live" ON "draws" USING btree ("game_key","date") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "draws_date" ON "draws" USING btree ("date");