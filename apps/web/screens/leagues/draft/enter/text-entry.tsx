import { decodeUpload } from "@first-bounce/contract/operator/text-table";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../../api/season-model.ts";
import { Button } from "../../../../components/button/button.tsx";
import { TextAreaField } from "../../../../components/fields/text-area-field.tsx";
import { FormActions } from "../../../../components/form-card/form-card.tsx";
import { getFullName } from "../../../../players/player-format.ts";
import frame from "../../frame/frame.module.css";
import type { RoomSeat } from "../model/draft-room.ts";

interface Props {
	readonly seats: readonly RoomSeat[];
	readonly season: Season;
	readonly text: string;
	readonly onChange: (text: string) => void;
}
const EXAMPLE_LINES = 2;

/** Enters a draft as text: pasted from a spreadsheet, or from a CSV file. */
export const TextEntry = ({ seats, season, text, onChange }: Props) => {
	const { t } = useTranslation();
	const input = useRef<HTMLInputElement>(null);
	const example = seats.slice(0, EXAMPLE_LINES).map((seat, index) => {
		const player = season.players[index];
		return `${seat.teamName || seat.teamId}, ${player ? getFullName(player) : ""}`;
	});
	const read = async (file: File | undefined) => {
		if (file) onChange(decodeUpload(new Uint8Array(await file.arrayBuffer())).trim());
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
