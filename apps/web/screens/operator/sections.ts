import type { ComponentType } from "react";
import type { IconName } from "../../components/icon/icon.tsx";
import type operatorTexts from "../../i18n/locale/en-operator.json";
import { lazyPart } from "../../upgrade/lazy-part.ts";
import { FeedsSection } from "./match-day/feeds.tsx";
import { MatchDaySection } from "./match-day/match-day.tsx";
import { OverviewSection } from "./overview/overview.tsx";
import { AnnouncementsSection } from "./people/announcements.tsx";
import { ContactMessagesSection } from "./people/contact-messages.tsx";
import { ModerationSection } from "./people/moderation.tsx";
import { UsersSection } from "./people/users.tsx";
import { WinnersSection } from "./people/winners.tsx";
import { PlayersSection } from "./season/players.tsx";
import { SeasonsSection } from "./season/seasons.tsx";
import { CorrectionsSection } from "./stats/corrections.tsx";
import { PricesSection } from "./stats/prices.tsx";
import { AuditSection } from "./system/audit.tsx";
import { OutboxSection } from "./system/outbox.tsx";

/** Pages that are opened rarely are chunks of their own. */
const CalendarSection = lazyPart(async () => (await import("./calendar/calendar.tsx")).CalendarSection);
const RulesSection = lazyPart(async () => (await import("./season/rules/rules.tsx")).RulesSection);

export type SectionName = keyof (typeof operatorTexts)["section"];

interface SectionEntry {
	readonly name: SectionName;
	/** The path below /operator; empty for the first section. */
	readonly path: string;
	readonly icon: IconName;
	readonly Section: ComponentType;
}

/** The console's sections, the most used on a match day first. */
export const SECTIONS: readonly SectionEntry[] = [
	{ name: "overview", path: "", icon: "info", Section: OverviewSection },
	{ name: "calendar", path: "calendar", icon: "history", Section: CalendarSection },
	{ name: "rounds", path: "rounds", icon: "play", Section: MatchDaySection },
	{ name: "feeds", path: "feeds", icon: "cloud", Section: FeedsSection },
	{ name: "corrections", path: "corrections", icon: "check", Section: CorrectionsSection },
	{ name: "players", path: "players", icon: "players", Section: PlayersSection },
	{ name: "prices", path: "prices", icon: "up", Section: PricesSection },
	{ name: "winners", path: "winners", icon: "star", Section: WinnersSection },
	{ name: "moderation", path: "moderation", icon: "alert", Section: ModerationSection },
	{ name: "users", path: "users", icon: "team", Section: UsersSection },
	{ name: "outbox", path: "outbox", icon: "more", Section: OutboxSection },
	{ name: "messages", path: "messages", icon: "help", Section: ContactMessagesSection },
	{ name: "announcements", path: "announcements", icon: "wand", Section: AnnouncementsSection },
	{ name: "seasons", path: "seasons", icon: "rankings", Section: SeasonsSection },
	{ name: "rules", path: "rules", icon: "plan", Section: RulesSection },
	{ name: "audit", path: "audit", icon: "search", Section: AuditSection },
];
