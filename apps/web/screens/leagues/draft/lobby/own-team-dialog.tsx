import { LEAGUE_COLOURS, TEAM_NAME_LENGTH } from "@first-bounce/contract/constants";
import { changeDraftTeam } from "@first-bounce/contract/draft/draft";
import type { DraftSeat } from "@first-bounce/contract/draft/draft-board";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../../components/dialog/dialog.tsx";
import { TextField } from "../../../../components/fields/text-field.tsx";
import { CallForm } from "../../../../components/form-card/call-form.tsx";
import { useFormCall } from "../../../../draft-league/use-form-call.ts";
import { getErrorMessage } from "../../../../i18n/error-message.ts";
import { ColourField } from "../../create/colour-field.tsx";
import { useDraft } from "../use-draft.ts";
import { useDraftRefresh } from "../use-draft-action.ts";

interface Props {
	readonly seat: DraftSeat;
	readonly onClose: () => void;
}

/** The name and colours that the manager's team has in this league; an empty name is that of her account. */
export const OwnTeamDialog = ({ seat, onClose }: Props) => {
	const { t } = useTranslation();
	const { league } = useDraft();
	const accountName = seat.manager?.teamName ?? "";
	const [name, setName] = useState(seat.teamName);
	const [colour, setColour] = useState(LEAGUE_COLOURS.find((choice) => choice === seat.colour) ?? null);
	const change = useFormCall(changeDraftTeam, {
		refresh: useDraftRefresh(league.id),
		getText: () => t("leagues.lobby.teamSaved"),
		onDone: onClose,
	});
	const submit = () => {
		const ownName = name.trim();
		const body = { name: ownName === "" || ownName === accountName ? null : ownName, colour };
		change.mutate({ params: { id: league.id }, body });
	};
	return (
		<Dialog title={t("leagues.lobby.teamTitle")} isOpen onClose={onClose}>
			<CallForm
				call={{ isPending: change.isPending }}
				submitLabel={t("leagues.lobby.save")}
				onSubmit={submit}
				onClose={onClose}
			>
				<TextField
					name="teamName"
					label={t("teamName.label")}
					hint={t("leagues.lobby.teamHint", { name: accountName })}
					maxLength={TEAM_NAME_LENGTH.most}
					error={change.error ? getErrorMessage(change.error, t) : undefined}
					value={name}
					onChange={(next) => {
						setName(next);
						if (change.isError) change.reset();
					}}
				/>
				<ColourField label={t("leagues.form.colour")} value={colour} choices={LEAGUE_COLOURS} onChange={setColour} />
			</CallForm>
		</Dialog>
	);
};
