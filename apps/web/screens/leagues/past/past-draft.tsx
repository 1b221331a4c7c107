import type { SuccessOf } from "@first-bounce/contract/call";
import { showPastDraft } from "@first-bounce/contract/leagues/past-leagues";
import { useTranslation } from "react-i18next";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { EmptyState } from "../../../components/states/states.tsx";
import { FOCUSABLE } from "../../../components/table/table.tsx";
import { formatSeatName } from "../../../draft-league/seat-name.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { formatPositions } from "../../../players/player-format.ts";
import playerStyles from "../../../players/player-summary.module.css";
import grid from "../draft/board/board-grid.module.css";
import { listSeats } from "../draft/model/draft-room.ts";
import { getSeatStyle } from "../draft/model/seat-style.ts";
import frame from "../frame/frame.module.css";
import styles from "./past-draft.module.css";

type Draft = SuccessOf<typeof showPastDraft>;

/** The names and colours that the teams have in the room. */
function usePastTeams({ teams }: Draft) {
	const { t } = useTranslation();
	const byId = new Map(listSeats(teams).map((seat) => [seat.teamId, seat]));
	return {
		getName: (id: number | null) => formatSeatName(byId.get(id ?? 0), t),
		getStyle: (id: number) => getSeatStyle(byId.get(id)),
	};
}

interface PartProps extends ReturnType<typeof usePastTeams> {
	readonly draft: Draft;
	readonly players: ReadonlyMap<number, Draft["players"][number]>;
}

/** A pick of the board: whom it took, and who had it in the end. */
const PastPick = ({
	pick,
	players,
	getName,
	getStyle,
}: Omit<PartProps, "draft"> & { readonly pick: Draft["picks"][number] }) => {
	const { t } = useTranslation();
	const player = players.get(pick.playerId ?? 0);
	const isTraded = pick.teamId !== pick.originalTeamId;
	return (
		<td data-line={player?.positions[0]}>
			<small className={grid.number}>
				{pick.overallPick}
				{player ? <span>{player.squad}</span> : null}
			</small>
			{player ? (
				<>
					<span className={`${playerStyles.name} ${grid.name}`}>{player.name}</span>
					<small>
						{pick.keptYears > 0 ? <b className={grid.kept}>{t("draftRoom.board.kept")}</b> : null}
						{formatPositions(player.positions, t)}
					</small>
				</>
			) : null}
			{isTraded ? (
				<small className={grid.owner} style={getStyle(pick.teamId)}>
					<span className="spoken">{t("draftRoom.board.owner")} </span>
					{getName(pick.teamId)}
				</small>
			) : null}
		</td>
	);
};

const Board = ({ draft, ...props }: PartProps) => {
	const { t } = useTranslation();
	const rounds = [...Map.groupBy(draft.picks, ({ round }) => round)];
	return (
		<section {...FOCUSABLE} className={grid.scroller} aria-label={t("draftRoom.board.title")}>
			<table className={grid.board}>
				<caption className="spoken">{t("draftRoom.board.title")}</caption>
				<thead>
					<tr>
						<td className={grid.corner} />
						{draft.teams.map(({ teamId }) => (
							<th key={teamId} scope="col" style={props.getStyle(teamId)}>
								<span className={grid.team}>{props.getName(teamId)}</span>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rounds.map(([round, picks]) => (
						<tr key={round}>
							<th scope="row">{round}</th>
							{draft.teams.map(({ teamId }) => {
								const pick = picks.find(({ originalTeamId }) => originalTeamId === teamId);
								return pick ? <PastPick key={teamId} pick={pick} {...props} /> : <td key={teamId} />;
							})}
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
};

const Squads = ({ draft, players, getName, getStyle }: PartProps) => {
	const { t } = useTranslation();
	return (
		<div className={styles.squads}>
			{draft.teams.map(({ teamId, playerIds }) => (
				<section key={teamId} className={`${frame.card} ${styles.squad}`} style={getStyle(teamId)}>
					<h3>{getName(teamId)}</h3>
					<ul>
						{playerIds.map((id) => {
							const player = players.get(id);
							return (
								<li key={id}>
									<span>{player?.name ?? id}</span>
									<small>{player ? `${formatPositions(player.positions, t)} · ${player.squad}` : ""}</small>
								</li>
							);
						})}
					</ul>
				</section>
			))}
		</div>
	);
};

const Moves = ({ draft, players, getName }: PartProps) => {
	const { t } = useTranslation();
	if (draft.moves.length === 0) return <p>{t("pastSeasons.noMoves")}</p>;
	return (
		<ol className={`${frame.card} ${styles.moves}`}>
			{draft.moves.map(({ id, at, kind, playerId, fromTeamId, toTeamId }) => (
				<li key={id}>
					<span>
						{t(`pastSeasons.move.${kind}`, {
							name: players.get(playerId)?.name ?? String(playerId),
							from: fromTeamId === null ? t("pastSeasons.pool") : getName(fromTeamId),
							to: toTeamId === null ? t("pastSeasons.pool") : getName(toTeamId),
						})}
					</span>
					<time dateTime={at}>{formatDateTime(Date.parse(at))}</time>
				</li>
			))}
		</ol>
	);
};

const Loaded = ({ draft }: { readonly draft: Draft }) => {
	const { t } = useTranslation();
	const teams = usePastTeams(draft);
	const players = new Map(draft.players.map((player) => [player.playerId, player]));
	const props = { draft, players, ...teams };
	if (draft.picks.length === 0)
		return <EmptyState icon="leagues" title={t("pastSeasons.noDraft")} text={t("pastSeasons.noDraftText")} />;
	return (
		<>
			<h2>{t("draftRoom.board.title")}</h2>
			<Board {...props} />
			<h2>{t("pastSeasons.squads")}</h2>
			<Squads {...props} />
			<h2>{t("pastSeasons.moves")}</h2>
			<Moves {...props} />
		</>
	);
};

/** The draft of a league of a closed season: its board, the squads at the end and what happened between. */
export const PastDraft = (params: { readonly seasonId: number; readonly leagueId: number }) => {
	const query = useQuietCall(showPastDraft, { params });
	return query.data ? <Loaded draft={query.data} /> : <LoadingOrError of={[query]} height="60vh" />;
};
