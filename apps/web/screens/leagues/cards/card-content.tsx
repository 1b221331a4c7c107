import type { CardElimination, CardTeam, LeagueCard } from "@first-bounce/contract/leagues/league-cards";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { formatAverage, formatPoints } from "../../../i18n/format.ts";
import { useRoundName } from "../frame/use-league-description.ts";
import styles from "./cards.module.css";
import { DraftCardContent, isDraftCard } from "./draft-card.tsx";
import { Move, PlayerLink, TeamLink } from "./links.tsx";
import { type CardRound, Result, Results, useTeamName } from "./results.tsx";
import { SquadChangeContent } from "./squad-change-card.tsx";
import { SquadTradeContent } from "./squad-trade-card.tsx";

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
	<div className={styles.fact}>
		<dt>{label}</dt>
		<dd>{children}</dd>
	</div>
);

type CardOf<Type extends LeagueCard["type"]> = Extract<LeagueCard, { type: Type }>;

const BestFact = ({ best, roundId }: { readonly best: CardOf<"results">["best"]; readonly roundId: number }) => {
	const { t } = useTranslation();
	return best ? (
		<Fact label={t("leagues.card.best")}>
			<TeamLink team={best} roundId={roundId} /> <b>{formatPoints(best.points)}</b>
		</Fact>
	) : null;
};

/** The league's median, and the teams that beat it, best first. */
const MedianFact = ({ card, roundId }: { readonly card: CardOf<"results" | "recap">; readonly roundId: number }) => {
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
						<TeamLink team={team} roundId={roundId} /> <b>{formatPoints(team.points)}</b>
					</p>
				))}
		</Fact>
	);
};

const EliminationFacts = ({
	elimination,
	roundId,
}: {
	readonly elimination: CardElimination | null;
	readonly roundId: number;
}) => {
	const { t } = useTranslation();
	const getName = useTeamName();
	if (!elimination) return null;
	const { out, alive, winner } = elimination;
	return (
		<Fact label={t("leagues.card.out")}>
			{out.map((team) => (
				<p key={team.teamId}>
					<TeamLink team={team} roundId={roundId} />{" "}
					{team.reason === "left" ? t("leagues.card.leftLeague") : <b>{formatPoints(team.points)}</b>}
				</p>
			))}
			{winner
				? t("leagues.eliminated.winner", { team: getName(winner) })
				: t("leagues.eliminated.alive", { count: alive })}
		</Fact>
	);
};

/** How a correction has changed who went out of an elimination league. */
const Correction = ({ card, roundId }: { readonly card: CardOf<"correction">; readonly roundId: number }) => {
	const { t } = useTranslation();
	const renderTeams = (label: string, teams: readonly (CardTeam & { readonly points?: number })[]) =>
		teams.length === 0 ? null : (
			<Fact label={label}>
				{teams.map((team) => (
					<p key={team.teamId}>
						<TeamLink team={team} roundId={roundId} />{" "}
						{team.points === undefined ? null : <b>{formatPoints(team.points)}</b>}
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

const Trades = ({ card, roundId }: { readonly card: CardOf<"trades">; readonly roundId: number }) => {
	const { t } = useTranslation();
	return (
		<ul className={styles.results}>
			{card.trades.map(({ team, playerInId, playerOutId }) => (
				<li key={`${team.teamId} ${playerInId} ${playerOutId}`}>
					<Move team={team} inId={playerInId} outId={playerOutId} roundId={roundId} />
				</li>
			))}
			{card.more > 0 ? <li>{t("leagues.card.more", { count: card.more })}</li> : null}
		</ul>
	);
};

interface ClaimsProps {
	readonly card: CardOf<"waivers-first" | "waivers-second">;
	readonly cardRound: CardRound;
}

/** Who got whom in a waiver run. */
const Claims = ({ card, cardRound: { leagueId, roundId } }: ClaimsProps) => {
	const { t } = useTranslation();
	const run = card.type === "waivers-first" ? "first" : "second";
	return (
		<>
			<ul className={styles.results}>
				{card.claims.map(({ team, playerId, dropId, bid }) => (
					<li key={`${team.teamId} ${playerId}`}>
						<Move team={team} inId={playerId} outId={dropId} roundId={roundId} />
						{bid === null ? null : ` (${t("waivers.bid.amount", { amount: bid })})`}
					</li>
				))}
			</ul>
			<Link to={paths.league.to(leagueId, `moves/${roundId}/${run}`)}>{t("moves.runResults")}</Link>
		</>
	);
};

const Records = ({ card, roundId }: { readonly card: CardOf<"records">; readonly roundId: number }) => {
	const { t } = useTranslation();
	const { highest, biggestWin, streak } = card;
	return (
		<dl className={styles.facts}>
			{highest ? (
				<Fact label={t("leagues.card.highest")}>
					<TeamLink team={highest.team} roundId={roundId} /> <b>{formatPoints(highest.points)}</b>{" "}
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
							team: <TeamLink team={biggestWin.team} roundId={roundId} />,
							against: <TeamLink team={biggestWin.against} roundId={roundId} />,
						}}
					/>{" "}
					{t("leagues.card.was", { points: formatPoints(biggestWin.former) })}
				</Fact>
			) : null}
			{streak ? (
				<Fact label={t("leagues.card.streak")}>
					<TeamLink team={streak.team} roundId={roundId} /> <b>{t("leagues.card.wins", { count: streak.wins })}</b>
				</Fact>
			) : null}
		</dl>
	);
};

const Recap = ({ card, cardRound }: { readonly card: CardOf<"recap">; readonly cardRound: CardRound }) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const getName = useTeamName();
	const { matchUps, closest, regret, up, down, next } = card;
	const { roundId } = cardRound;
	const closestIndex = matchUps.findIndex(({ home }) => home.teamId === closest?.home.teamId);
	const buildMove = (key: "up" | "down", move: typeof up) =>
		move ? (
			<Fact label={t(`leagues.card.${key}`)}>
				<TeamLink team={move.team} roundId={roundId} /> {t("leagues.card.move", { from: move.from, to: move.to })}
			</Fact>
		) : null;
	return (
		<>
			<Results matchUps={matchUps} averageGame={card.averageGame} cardRound={cardRound} />
			<dl className={styles.facts}>
				<MedianFact card={card} roundId={roundId} />
				<EliminationFacts elimination={card.elimination} roundId={roundId} />
				<BestFact best={card.best} roundId={roundId} />
				{closest ? (
					<Fact label={t("leagues.card.closest")}>
						<Result matchUp={closest} index={closestIndex} cardRound={cardRound} />
					</Fact>
				) : null}
				{regret ? (
					<Fact label={t("leagues.card.regret")}>
						<Trans
							t={t}
							i18nKey="leagues.card.regretText"
							values={{ gain: formatPoints(regret.gain) }}
							components={{
								team: <TeamLink team={regret.team} roundId={roundId} />,
								bench: <PlayerLink id={regret.benchId} />,
								field: <PlayerLink id={regret.fieldId} />,
							}}
						/>
					</Fact>
				) : null}
				{buildMove("up", up)}
				{buildMove("down", down)}
				{next ? (
					<Fact label={t("leagues.card.next", { round: formatRoundName(next.roundId) })}>
						<ul className={styles.results}>
							{next.matchUps.map(({ home, away, index }, position) => (
								<li key={home.teamId}>
									<Link
										to={paths.league.to(cardRound.leagueId, `matchup/${next.roundId}/${index ?? position}`)}
										dir="auto"
									>
										{t("leagues.card.versus", { home: getName(home), away: getName(away) })}
									</Link>
								</li>
							))}
						</ul>
					</Fact>
				) : null}
			</dl>
		</>
	);
};

interface Props extends CardRound {
	readonly card: LeagueCard;
}

/** The facts of a card, linked to match-ups, managers and players. */
export const CardContent = ({ card, leagueId, roundId }: Props) => {
	const cardRound = { leagueId, roundId };
	if (card.type === "trade-accepted" || card.type === "trade-decided")
		return <SquadTradeContent card={card} leagueId={leagueId} />;
	if (card.type === "squads-changed") return <SquadChangeContent card={card} leagueId={leagueId} />;
	if (isDraftCard(card)) return <DraftCardContent card={card} leagueId={leagueId} />;
	if (card.type === "trades") return <Trades card={card} roundId={roundId} />;
	if (card.type === "waivers-first" || card.type === "waivers-second")
		return <Claims card={card} cardRound={cardRound} />;
	if (card.type === "records") return <Records card={card} roundId={roundId} />;
	if (card.type === "correction") return <Correction card={card} roundId={roundId} />;
	if (card.type === "recap") return <Recap card={card} cardRound={cardRound} />;
	return (
		<>
			<Results matchUps={card.matchUps} averageGame={card.averageGame} cardRound={cardRound} />
			<dl className={styles.facts}>
				<MedianFact card={card} roundId={roundId} />
				<EliminationFacts elimination={card.elimination} roundId={roundId} />
				<BestFact best={card.best} roundId={roundId} />
			</dl>
		</>
	);
};
