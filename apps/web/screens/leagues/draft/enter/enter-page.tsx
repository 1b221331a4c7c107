import type { DraftLeague } from "@first-bounce/contract/draft/draft";
import { decodeUpload } from "@first-bounce/contract/operator/text-table";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../../api/season-model.ts";
import { useSeason } from "../../../../api/use-season.ts";
import { paths } from "../../../../app/paths.ts";
import { Button } from "../../../../components/button/button.tsx";
import { showProblem } from "../../../../components/error-modal/problem-store.ts";
import { TextAreaField } from "../../../../components/fields/text-area-field.tsx";
import { FormActions } from "../../../../components/form-card/form-card.tsx";
import { Segmented } from "../../../../components/segmented/segmented.tsx";
import { LoadingOrError } from "../../../../components/states/loading-or-error.tsx";
import { EmptyState, Notice } from "../../../../components/states/states.tsx";
import { getFullName } from "../../../../players/player-format.ts";
import about from "../../about/about.module.css";
import frame from "../../frame/frame.module.css";
import { useLeague } from "../../league/use-league.ts";
import { listSeats, type RoomSeat } from "../model/draft-room.ts";
import { useDraftBoard, useDraftLeague } from "../use-draft.ts";
import { BoardEntry } from "./board-entry.tsx";
import { buildCsv, type EnteredPick, loadEnteredPicks, saveEnteredPicks } from "./entered-picks.ts";
import { EntryPreview, useEntry } from "./entry-preview.tsx";

interface TextEntryProps {
	readonly seats: readonly RoomSeat[];
	readonly season: Season;
	readonly text: string;
	readonly onChange: (text: string) => void;
}
const EXAMPLE_LINES = 2;

/** Enters a draft as text: pasted from a spreadsheet, or from a CSV file. */
const TextEntry = ({ seats, season, text, onChange }: TextEntryProps) => {
	const { t } = useTranslation();
	const input = useRef<HTMLInputElement>(null);
	const example = seats.slice(0, EXAMPLE_LINES).map((seat, index) => {
		const player = season.players[index];
		return `${seat.teamName || seat.teamId}, ${player ? getFullName(player) : ""}`;
	});
	const read = async (file: File | undefined) => {
		if (!file) return;
		const bytes = await file.arrayBuffer().catch(() => null);
		if (bytes) onChange(decodeUpload(new Uint8Array(bytes)).trim());
		else showProblem({ message: t("leagues.enter.unreadable", { name: file.name }) });
	};
	return (
		<section className={`${frame.card} ${frame.stack}`}>
			<TextAreaField
				name="picks"
				label={t("leagues.enter.picks")}
				hint={t("leagues.enter.picksHint")}
				rows={12}
				placeholder={example.join("\n")}
				isData
				value={text}
				onChange={onChange}
			/>
			<FormActions>
				<input
					ref={input}
					type="file"
					hidden
					aria-label={t("leagues.enter.file")}
					accept=".csv,.txt,text/csv,text/plain"
					onChange={({ currentTarget }) => {
						void read(currentTarget.files?.[0]);
						currentTarget.value = "";
					}}
				/>
				<Button icon="download" onPress={() => input.current?.click()}>
					{t("leagues.enter.file")}
				</Button>
			</FormActions>
		</section>
	);
};

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
