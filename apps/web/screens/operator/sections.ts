import { listAudit } from "@first-bounce/contract/operator/audit";
import { showCalendar } from "@first-bounce/contract/operator/calendar";
import { listDraftLeagues } from "@first-bounce/contract/operator/draft-leagues";
import { listPayloads } from "@first-bounce/contract/operator/feeds";
import { showMaintenance } from "@first-bounce/contract/operator/installation";
import { listJobs } from "@first-bounce/contract/operator/jobs";
import { showOverview } from "@first-bounce/contract/operator/operator";
import { findUsers, listNames } from "@first-bounce/contract/operator/people";
import { listOperatorPlayers } from "@first-bounce/contract/operator/players";
import { listRounds, listSeasons, reviewPrices } from "@first-bounce/contract/operator/season";
import { showSeasonRules } from "@first-bounce/contract/operator/season/season-rules";
import { showStatLines } from "@first-bounce/contract/operator/stats";
import { listWinners } from "@first-bounce/contract/operator/winners";
import type { OperatorRole } from "@first-bounce/contract/operator-role";
import { listAnnouncements } from "@first-bounce/contract/site/announcements";
import { listContactMessages } from "@first-bounce/contract/site/support";
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
const DraftLeaguesSection = lazyPart(
	async () => (await import("./draft-leagues/draft-leagues.tsx")).DraftLeaguesSection,
);
const InstallationSection = lazyPart(async () => (await import("./installation/installation.tsx")).InstallationSection);
const RulesSection = lazyPart(async () => (await import("./season/rules/rules.tsx")).RulesSection);

export type SectionName = keyof (typeof operatorTexts)["section"];

export interface SectionEntry {
	readonly name: SectionName;
	/** The path below /operator if it is not the name; empty for the first section. */
	readonly path?: string;
	readonly icon: IconName;
	readonly Section: ComponentType;
	/** What the section reads. Operators whose role may not are not shown the section. */
	readonly call: { readonly role?: OperatorRole };
	/** Whether it is hidden behind a note until there is a season. */
	readonly needsSeason?: boolean;
}

/** The console's sections, the most used on a match day first. */
export const SECTIONS: readonly SectionEntry[] = [
	{ name: "overview", path: "", icon: "info", Section: OverviewSection, call: showOverview },
	{ name: "calendar", icon: "history", Section: CalendarSection, call: showCalendar },
	{ name: "rounds", icon: "play", Section: MatchDaySection, call: listRounds, needsSeason: true },
	{ name: "feeds", icon: "cloud", Section: FeedsSection, call: listPayloads, needsSeason: true },
	{ name: "corrections", icon: "check", Section: CorrectionsSection, call: showStatLines, needsSeason: true },
	{ name: "players", icon: "players", Section: PlayersSection, call: listOperatorPlayers, needsSeason: true },
	{ name: "prices", icon: "up", Section: PricesSection, call: reviewPrices, needsSeason: true },
	{ name: "winners", icon: "star", Section: WinnersSection, call: listWinners, needsSeason: true },
	{
		name: "draftLeagues",
		path: "draft-leagues",
		icon: "leagues",
		Section: DraftLeaguesSection,
		call: listDraftLeagues,
		needsSeason: true,
	},
	{ name: "moderation", icon: "alert", Section: ModerationSection, call: listNames },
	{ name: "users", icon: "team", Section: UsersSection, call: findUsers },
	{ name: "outbox", icon: "more", Section: OutboxSection, call: listJobs },
	{ name: "messages", icon: "help", Section: ContactMessagesSection, call: listContactMessages },
	{ name: "announcements", icon: "wand", Section: AnnouncementsSection, call: listAnnouncements },
	{ name: "seasons", icon: "rankings", Section: SeasonsSection, call: listSeasons },
	{ name: "rules", icon: "plan", Section: RulesSection, call: showSeasonRules, needsSeason: true },
	{ name: "installation", icon: "lock", Section: InstallationSection, call: showMaintenance },
	{ name: "audit", icon: "search", Section: AuditSection, call: listAudit },
];
