import type { CardTeam, LeagueCard } from "@first-bounce/contract/leagues/league-cards";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { formatAverage, formatPoints } from "../../../i18n/format.ts";
import { useRoundName } from "../frame/use-league-description.ts";
import styles from "./cards.module.css";
import { DraftCardContent, isDraftCard, SquadChangeContent, SquadTradeContent } from "./draft-cards.tsx";
import { PlayerLink, Result, Results, SquadMove, TeamLink, TeamPoints } from "./results.tsx";
import { useCard, useTeamName } from "./use-card.ts";

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
	<div className={styles.fact}>
		<dt>{label}</dt>
		<dd>{children}</dd>
	</div>
);

type CardOf<Type extends LeagueCard["type"]> = Extract<LeagueCard, { type: Type }>;

const BestFact = ({ best }: Pick<CardOf<"results">, "best">) => {
	const { t } = useTranslation();
	return best ? (
		<Fact label={t("leagues.card.best")}>
			<TeamPoints team={best} points={best.points} />
		</Fact>
	) : null;
};

/** The league's median, and the teams that beat it, best first. */
const MedianFact = ({ card }: { readonly card: CardOf<"results" | "recap"> }) => {
	const { t } = useTranslation();
	const { median } = card;
	if (typeof median !== "number") return null;
	const above = card.matchUps.flatMap(({ home, away }) => [home, away]).filter(({ points }) => points > median);
	if (above.length === 0)
		return (
			<Fact label={t("leagues.card.medianOnly")}>
				<b>{formatAverage(median)}</b>
			</Fact>
		);
	return (
		<Fact label={t("leagues.card.median", { points: formatAverage(median) })}>
			{above
				.toSorted((a, b) => b.points - a.points)
				.map((team) => (
					<p key={team.teamId}>
						<TeamPoints team={team} points={team.points} />
					</p>
				))}
		</Fact>
	);
};

const EliminationFacts = ({ elimination }: Pick<CardOf<"results">, "elimination">) => {
	const { t } = useTranslation();
	const getName = useTeamName();
	if (!elimination) return null;
	const { out, alive, winner } = elimination;
	return (
		<Fact label={t("leagues.card.out")}>
			{out.map((team) => (
				<p key={team.teamId}>
					<TeamLink team={team} />{" "}
					{team.reason === "left" ? t("leagues.card.leftLeague") : <b>{formatPoints(team.points)}</b>}
				</p>
			))}
			{winner
				? t("leagues.eliminated.winner", { team: getName(winner) })
				: t("leagues.eliminated.alive", { count: alive })}
		</Fact>
	);
};

interface RoundFactsProps {
	readonly card: CardOf<"results" | "recap">;
	readonly children?: ReactNode;
}

const RoundFacts = ({ card, children }: RoundFactsProps) => (
	<>
		<Results matchUps={card.matchUps} averageGame={card.averageGame} />
		<dl className={styles.facts}>
			<MedianFact card={card} />
			<EliminationFacts elimination={card.elimination} />
			<BestFact best={card.best} />
			{children}
		</dl>
	</>
);

/** How a correction has changed who went out of an elimination league. */
const Correction = ({ card }: { readonly card: CardOf<"correction"> }) => {
	const { t } = useTranslation();
	const renderTeams = (label: string, teams: readonly (CardTeam & { readonly points?: number })[]) =>
		teams.length === 0 ? null : (
			<Fact label={label}>
				{teams.map((team) => (
					<p key={team.teamId}>
						<TeamLink team={team} /> {team.points === undefined ? null : <b>{formatPoints(team.points)}</b>}
					</p>
				))}
			</Fact>
		);
	return (
		<dl className={styles.facts}>
			{renderTeams(t("leagues.card.back"), card.back)}
			{renderTeams(t("leagues.card.outInstead"), card.out)}
		</dl>
	);
};

const Trades = ({ card }: { readonly card: CardOf<"trades"> }) => {
	const { t } = useTranslation();
	return (
		<ul className={styles.results}>
			{card.trades.map(({ team, playerInId, playerOutId }) => (
				<li key={`${team.teamId} ${playerInId} ${playerOutId}`}>
					<SquadMove team={team} inId={playerInId} outId={playerOutId} />
				</li>
			))}
			{card.more > 0 ? <li>{t("leagues.card.more", { count: card.more })}</li> : null}
		</ul>
	);
};

/** Who got whom in a waiver run. */
const Claims = ({ card }: { readonly card: CardOf<"waivers-first" | "waivers-second"> }) => {
	const { t } = useTranslation();
	const { leagueId, roundId } = useCard();
	const run = card.type === "waivers-first" ? "first" : "second";
	return (
		<>
			<ul className={styles.results}>
				{card.claims.map(({ team, playerId, dropId, bid }) => (
					<li key={`${team.teamId} ${playerId}`}>
						<SquadMove team={team} inId={playerId} outId={dropId} />
						{bid === null ? null : ` (${t("waivers.bid.amount", { amount: bid })})`}
					</li>
				))}
			</ul>
			<Link to={paths.league.to(leagueId, `moves/${roundId}/${run}`)}>{t("moves.runResults")}</Link>
		</>
	);
};

const Records = ({ card }: { readonly card: CardOf<"records"> }) => {
	const { t } = useTranslation();
	const { highest, biggestWin, streak } = card;
	return (
		<dl className={styles.facts}>
			{highest ? (
				<Fact label={t("leagues.card.highest")}>
					<TeamPoints team={highest.team} points={highest.points} />{" "}
					{t("leagues.card.was", { points: formatPoints(highest.former) })}
				</Fact>
			) : null}
			{biggestWin ? (
				<Fact label={t("leagues.card.biggestWin")}>
					<Trans
						t={t}
						i18nKey="leagues.card.beatBy"
						values={{ margin: formatPoints(biggestWin.margin) }}
						components={{
							team: <TeamLink team={biggestWin.team} />,
							against: <TeamLink team={biggestWin.against} />,
						}}
					/>{" "}
					{t("leagues.card.was", { points: formatPoints(biggestWin.former) })}
				</Fact>
			) : null}
			{streak ? (
				<Fact label={t("leagues.card.streak")}>
					<TeamLink team={streak.team} /> <b>{t("leagues.card.wins", { count: streak.wins })}</b>
				</Fact>
			) : null}
		</dl>
	);
};

const Recap = ({ card }: { readonly card: CardOf<"recap"> }) => {
	const { t } = useTranslation();
	const { leagueId } = useCard();
	const formatRoundName = useRoundName();
	const getName = useTeamName();
	const { matchUps, closest, regret, up, down, next } = card;
	const closestIndex = matchUps.findIndex(({ home }) => home.teamId === closest?.home.teamId);
	const renderRankChange = (key: "up" | "down", move: typeof up) =>
		move ? (
			<Fact label={t(`leagues.card.${key}`)}>
				<TeamLink team={move.team} /> {t("leagues.card.move", { from: move.from, to: move.to })}
			</Fact>
		) : null;
	return (
		<RoundFacts card={card}>
			{closest ? (
				<Fact label={t("leagues.card.closest")}>
					<Result matchUp={closest} index={closestIndex} />
				</Fact>
			) : null}
			{regret ? (
				<Fact label={t("leagues.card.regret")}>
					<Trans
						t={t}
						i18nKey="leagues.card.regretText"
						values={{ gain: formatPoints(regret.gain) }}
						components={{
							team: <TeamLink team={regret.team} />,
							bench: <PlayerLink id={regret.benchId} />,
							field: <PlayerLink id={regret.fieldId} />,
						}}
					/>
				</Fact>
			) : null}
			{renderRankChange("up", up)}
			{renderRankChange("down", down)}
			{next ? (
				<Fact label={t("leagues.card.next", { round: formatRoundName(next.roundId) })}>
					<ul className={styles.results}>
						{next.matchUps.map(({ home, away, index }, position) => (
							<li key={home.teamId}>
								<Link to={paths.league.to(leagueId, `matchup/${next.roundId}/${index ?? position}`)} dir="auto">
									{t("leagues.card.versus", { home: getName(home), away: getName(away) })}
								</Link>
							</li>
						))}
					</ul>
				</Fact>
			) : null}
		</RoundFacts>
	);
};

/** The facts of a card, linked to match-ups, managers and players. */
export const CardContent = ({ card }: { readonly card: LeagueCard }) => {
	if (card.type === "trade-accepted" || card.type === "trade-decided") return <SquadTradeContent card={card} />;
	if (card.type === "squads-changed") return <SquadChangeContent card={card} />;
	if (isDraftCard(card)) return <DraftCardContent card={card} />;
	if (card.type === "trades") return <Trades card={card} />;
	if (card.type === "waivers-first" || card.type === "waivers-second") return <Claims card={card} />;
	if (card.type === "records") return <Records card={card} />;
	if (card.type === "correction") return <Correction card={card} />;
	if (card.type === "recap") return <Recap card={card} />;
	return <RoundFacts card={card} />;
};
