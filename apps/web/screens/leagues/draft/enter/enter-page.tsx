import type { DraftLeague } from "@first-bounce/contract/draft/draft";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../../api/season-model.ts";
import { useSeason } from "../../../../api/use-season.ts";
import { paths } from "../../../../app/paths.ts";
import { Segmented } from "../../../../components/segmented/segmented.tsx";
import { LoadingOrError } from "../../../../components/states/loading-or-error.tsx";
import { EmptyState, Notice } from "../../../../components/states/states.tsx";
import about from "../../about/about.module.css";
import { useLeague } from "../../league/use-league.ts";
import { listSeats, type RoomSeat } from "../model/draft-room.ts";
import { useDraftBoard, useDraftLeague } from "../use-draft.ts";
import { BoardEntry } from "./board-entry.tsx";
import { buildCsv, type EnteredPick, loadEnteredPicks, saveEnteredPicks } from "./entered-picks.ts";
import { EntryPreview, useEntry } from "./entry-preview.tsx";
import { TextEntry } from "./text-entry.tsx";

interface EntryProps {
	readonly league: DraftLeague;
	readonly seats: readonly RoomSeat[];
	readonly season: Season;
}
type Way = "board" | "text";

/** Two ways to enter the picks, beside a preview of the squads. */
const Entry = ({ league, seats, season }: EntryProps) => {
	const { t } = useTranslation();
	const [way, setWay] = useState<Way>("board");
	const [text, setText] = useState("");
	const [picks, setPicks] = useState(() => loadEnteredPicks(league.id));
	const change = (next: readonly EnteredPick[]) => {
		setPicks(next);
		saveEnteredPicks(league.id, next);
	};
	const flow = useEntry(league.id, () => saveEnteredPicks(league.id, []));
	const missing = league.size - seats.length;
	return (
		<>
			{missing > 0 ? (
				<Notice tone="warn" action={<Link to={paths.draft.to(league.id)}>{t("leagues.lobby.fix.spots")}</Link>}>
					{t("leagues.draft.problem.teams-missing", { count: missing })}
				</Notice>
			) : null}
			<div>
				<Segmented<Way>
					label={t("leagues.enter.way")}
					value={way}
					choices={[
						{ value: "board", label: t("leagues.enter.board") },
						{ value: "text", label: t("leagues.enter.text") },
					]}
					onChange={setWay}
				/>
			</div>
			<div className={about.about}>
				{way === "board" ? (
					<BoardEntry league={league} seats={seats} season={season} picks={picks} onChange={change} />
				) : (
					<TextEntry seats={seats} season={season} text={text} onChange={setText} />
				)}
				<EntryPreview csv={way === "board" ? buildCsv(picks) : text.trim()} flow={flow} seats={seats} season={season} />
			</div>
		</>
	);
};

/** Lets the commissioner enter a draft that was held elsewhere. */
export const EnterPage = () => {
	const { t } = useTranslation();
	const { id } = useLeague();
	const season = useSeason();
	const board = useDraftBoard(id);
	const draft = useDraftLeague(id, board.data?.board);
	if (season.state !== "ready" || !board.data || !draft.data)
		return <LoadingOrError of={[season, board, draft]} height="60vh" />;
	const { league } = draft.data;
	if (!league.may.changeSettings)
		return (
			<EmptyState icon="lock" title={t("leagues.enter.title")} text={t("leagues.enter.notNow")}>
				<Link to={paths.draft.to(id)}>{t("leagues.create.viewDraft")}</Link>
			</EmptyState>
		);
	return (
		<>
			<header>
				<h2>{t("leagues.enter.title")}</h2>
				<p>{t("leagues.enter.intro")}</p>
			</header>
			<Entry league={league} seats={listSeats(board.data.board.seats)} season={season.value} />
		</>
	);
};
