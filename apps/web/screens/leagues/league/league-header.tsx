import type { League } from "@first-bounce/contract/leagues/league";
import { getCrestColours } from "@first-bounce/contract/leagues/league-crest";
import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation, useMatch } from "react-router";
import { paths } from "../../../app/paths.ts";
import { LeagueCrest } from "../../../components/league-crest/league-crest.tsx";
import { useScrollIntoView } from "../../../components/tab-row/use-scroll-into-view.ts";
import { useNextRun } from "../../../draft-league/use-next-run.ts";
import { formatInteger } from "../../../i18n/format.ts";
import { UnreadBadge } from "../frame/unread-badge.tsx";
import { useLeagueDescription, useRoundName } from "../frame/use-league-description.ts";
import { listLeagueTabs } from "../model/league-tabs.ts";
import styles from "./league-header.module.css";

interface BannerProps {
	readonly league: Pick<League, "name" | "colour" | "avatar" | "rank">;
	/** The label of the rank. */
	readonly rankLabel?: string | null;
	readonly facts: readonly string[];
	/** Above the name. */
	readonly children?: ReactNode;
}

/** Crest, name, description and own rank, in the league's colour. */
export const LeagueBanner = ({ league, facts, rankLabel = null, children }: BannerProps) => {
	const { t } = useTranslation();
	const [background, stripe] = getCrestColours(league.colour);
	return (
		<div
			className={styles.banner}
			style={{ "--crest-background": background, "--crest-stripe": stripe } as CSSProperties}
		>
			<title>{t("app.title", { page: league.name })}</title>
			<LeagueCrest league={league} size={88} />
			<div className={styles.words}>
				{children}
				<h1>{league.name}</h1>
				<p>
					{facts.map((fact) => (
						<span key={fact}>{fact}</span>
					))}
				</p>
			</div>
			{league.rank === null ? null : (
				<p className={styles.rank}>
					<span>{rankLabel ?? t("leagues.rank")}</span>
					<b>{formatInteger(league.rank)}</b>
				</p>
			)}
		</div>
	);
};

export const LeagueHeader = ({ league }: { readonly league: League }) => {
	const { t } = useTranslation();
	const nextRun = useNextRun(league.id, league.isMember && league.draftStatus === "complete");
	const facts = [...useLeagueDescription()(league), ...(nextRun === null ? [] : [nextRun])];
	const formatRoundName = useRoundName();
	const { outInRound } = league;
	const tabs = useScrollIntoView(useLocation().pathname);
	// Match-ups belong to the fixtures tab.
	const isMatchUp = useMatch("/leagues/:id/matchup/*") !== null;
	return (
		<header className={styles.header}>
			<LeagueBanner
				league={league}
				facts={facts}
				rankLabel={outInRound === null ? null : t("leagues.eliminated.lowest", { round: formatRoundName(outInRound) })}
			/>
			<nav ref={tabs} className={styles.tabs} aria-label={t("leagues.tabs.label")}>
				{listLeagueTabs(league).map((tab) => (
					<NavLink
						key={tab}
						to={tab === "team" ? paths.draftTeam.to(league.id) : paths.league.to(league.id, tab)}
						className={({ isActive }) => (isActive || (tab === "fixtures" && isMatchUp) ? "active" : undefined)}
					>
						<span>
							{t(`leagues.tabs.${tab}`)}
							{tab === "chat" ? <UnreadBadge leagueId={league.id} /> : null}
						</span>
					</NavLink>
				))}
			</nav>
		</header>
	);
};
