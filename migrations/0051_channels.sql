-- expand
CREATE TABLE "channel_posts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "channel_posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"wanted" integer DEFAULT 1 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"message_id" bigint,
	"text" text,
	"purpose" text DEFAULT 'information' NOT NULL,
	"approval" text,
	"problem" text,
	"claimed_at" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "channel_posts_kind" CHECK ("channel_posts"."kind" in ('draw', 'schedule', 'table', 'text')),
	CONSTRAINT "channel_posts_state" CHECK ("channel_posts"."state" in ('waiting', 'sending', 'sent', 'uncertain', 'refused', 'dropped')),
	CONSTRAINT "channel_posts_purpose" CHECK ("channel_posts"."purpose" in ('information', 'advertising')),
	CONSTRAINT "channel_posts_approval" CHECK ("channel_posts"."purpose" <> 'advertising' or coalesce("channel_posts"."approval", '') <> '')
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "channels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chat" text NOT NULL,
	"title" text NOT NULL,
	"bot" text NOT NULL,
	"bot_name" text NOT NULL,
	"token" text NOT NULL,
	"games" text[] NOT NULL,
	"schedule" boolean NOT NULL,
	"day_table" boolean NOT NULL,
	"connected_at" timestamp with time zone NOT NULL,
	"connected_by" text NOT NULL,
	CONSTRAINT "channels_chat_unique" UNIQUE("chat")
);
--> statement-breakpoint
ALTER TABLE "channel_posts" ADD CONSTRAINT "channel_posts_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "channel_posts_once" ON "channel_posts" USING btree ("channel_id","kind","subject");--> statement-breakpoint
CREATE INDEX "channel_posts_subject" ON "channel_posts" USING btree ("kind","subject");--> statement-breakpoint
CREATE INDEX "channel_posts_changed" ON "channel_posts" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "channels_bot" ON "channels" USING btree ("bot");