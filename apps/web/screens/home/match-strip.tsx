import type { MatchEntry } from "@first-bounce/contract/stats/static-data";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import { applyDefaultRules } from "@first-bounce/rules/season-rules/season-rules";
import { useTranslation } from "react-i18next";
import { buildRounds } from "../../api/season-model.ts";
import { useStatic } from "../../api/use-static.ts";
import { Guernsey } from "../../components/guernsey/guernsey.tsx";
import { useMatchTime } from "../../i18n/use-match-time.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import styles from "./match-strip.module.css";

interface MatchProps {
	readonly match: MatchEntry;
	readonly getSquad: (squadId: number) => { readonly name: string; readonly abbreviation: string } | undefined;
}

const Match = ({ match, getSquad }: MatchProps) => {
	const { t } = useTranslation();
	const formatTime = useMatchTime();
	const { homeSquadId, awaySquadId, status, date, timeZone, isAbandoned } = match;
	const home = getSquad(homeSquadId);
	const away = getSquad(awaySquadId);
	const sides = [
		{ id: homeSquadId, squad: home, score: match.homeScore },
		{ id: awaySquadId, squad: away, score: match.awayScore },
	];
	return (
		<li className={styles.match}>
			<span className="spoken">{t("home.versus", { home: home?.name ?? "", away: away?.name ?? "" })}</span>
			{sides.map(({ id, squad, score }) => (
				<span key={id} className={styles.side}>
					<span className={styles.guernsey}>
						<Guernsey squadId={id} />
					</span>
					<b aria-hidden="true">{squad?.abbreviation}</b>
					{score === null ? null : <span className={styles.score}>{score}</span>}
				</span>
			))}
			<small data-live={(status === "playing" && !isAbandoned) || undefined}>
				{isAbandoned
					? t("matchCentre.state.abandoned")
					: status === "complete"
						? t("home.matchOver")
						: status === "playing"
							? t("home.matchLive")
							: formatTime(Date.parse(date), timeZone)}
			</small>
		</li>
	);
};

export const MatchStrip = () => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const rounds = useStatic("rounds", { meta: { noErrorModal: true } }).data;
	const squads = useStatic("squads", { meta: { noErrorModal: true } }).data;
	const season = useStatic("season", { meta: { noErrorModal: true } }).data;
	if (!rounds || !squads || !season) return null;
	const current = findCurrentRound(buildRounds(rounds));
	const matches = rounds.find(({ id }) => id === current?.id)?.tournaments ?? [];
	if (!current || matches.length === 0) return null;
	const round = formatRoundLabel(current.id, applyDefaultRules(season.rules));
	return (
		<section className={styles.strip} aria-label={t("home.matches", { round })}>
			<h2>{round}</h2>
			<ul className={styles.matches}>
				{matches.map((match) => (
					<Match key={match.id} match={match} getSquad={(id) => squads.find((squad) => squad.id === id)} />
				))}
			</ul>
		</section>
	);
};
