import type { DraftTeamRound } from "@first-bounce/contract/draft/draft-lineup";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useNextRun } from "../../../draft-league/use-next-run.ts";
import { formatPoints } from "../../../i18n/format.ts";
import { ScoreAnnouncer, ScoreTiles, Tile } from "../board/header/header-tiles.tsx";
import { SaveChip } from "../board/header/save-chip.tsx";
import headerStyles from "../board/header/team-header.module.css";
import { useSubtitle } from "../board/header/team-header.tsx";
import { ViewSwitch } from "../board/header/view-switch.tsx";
import type { Board } from "../board/state/board.ts";
import type { SaveState } from "../editor/use-autosave.ts";
import styles from "./draft-team.module.css";
import { TeamTitle } from "./team-switch.tsx";

/** The opponent of the round, as a link to the match-up; nothing in a round without one. */
const MatchUpTile = ({ draft }: { readonly draft: DraftTeamRound }) => {
	const { t } = useTranslation();
	const { leagueId, roundId, matchUp, playsAverage } = draft;
	if (!matchUp && !playsAverage) return null;
	if (!matchUp)
		return (
			<Tile label={t("draftTeam.opponent")}>
				<Link className={styles.opponent} to={`${paths.league.to(leagueId, "fixtures")}?round=${roundId}`}>
					{t("leagues.fixtures.average")}
				</Link>
			</Tile>
		);
	const name = matchUp.teamName || t("rankings.formerTeam");
	return (
		<Tile label={t("draftTeam.opponent")}>
			<Link className={styles.opponent} to={paths.league.to(leagueId, `matchup/${roundId}/${matchUp.index}`)}>
				<span>{t("draftTeam.versus", { team: name })}</span>{" "}
				{matchUp.points === null ? null : <b>{formatPoints(matchUp.points)}</b>}
			</Link>
		</Tile>
	);
};

interface Props {
	readonly board: Board;
	readonly draft: DraftTeamRound;
	readonly save: SaveState;
}

/** A draft team's name, league and round, its scores and the match-up. */
export const DraftHeader = ({ board, draft, save }: Props) => {
	const subtitle = useSubtitle(board);
	const nextRun = useNextRun(draft.leagueId);
	const { team, editor, round, score } = board;
	const isLive = round !== null && round.status !== "complete";
	return (
		<header className={headerStyles.header}>
			<div className={headerStyles.who}>
				<TeamTitle name={team.teamName} leagueId={draft.leagueId} />
				<p>
					<Link to={paths.league.to(draft.leagueId, "ladder")}>{draft.leagueName}</Link>
					<span>{subtitle}</span>
					{nextRun === null ? null : (
						<Link className={styles.run} to={paths.league.to(draft.leagueId, "players")}>
							{nextRun}
						</Link>
					)}
					<SaveChip save={save} hasUnsavedChanges={editor.isDirty} leagueId={draft.leagueId} />
				</p>
				<div className={headerStyles.tools}>
					<ViewSwitch only="phone" />
				</div>
			</div>
			{score && isLive ? <ScoreAnnouncer points={score.points} /> : null}
			<dl className={headerStyles.tiles} data-live={isLive || undefined}>
				<ScoreTiles board={board} score={score} isLive={isLive} />
				<MatchUpTile draft={draft} />
			</dl>
		</header>
	);
};
