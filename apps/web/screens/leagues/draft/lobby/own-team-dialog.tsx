import { LEAGUE_COLOURS, TEAM_NAME_LENGTH } from "@first-bounce/contract/constants";
import { changeDraftTeam } from "@first-bounce/contract/draft/draft";
import type { DraftSeat } from "@first-bounce/contract/draft/draft-board";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../../api/use-call.ts";
import { Button } from "../../../../components/button/button.tsx";
import { Dialog } from "../../../../components/dialog/dialog.tsx";
import { TextField } from "../../../../components/fields/text-field.tsx";
import { FormActions } from "../../../../components/form-card/form-card.tsx";
import { showToast } from "../../../../components/toast/toasts.tsx";
import { getErrorMessage } from "../../../../i18n/error-message.ts";
import { ColourField } from "../../create/league-fields.tsx";
import { useDraft } from "../use-draft.ts";
import { useDraftRefresh } from "../use-draft-refresh.ts";
import styles from "./lobby.module.css";

interface Props {
	readonly seat: DraftSeat;
	readonly onClose: () => void;
}

/** The name and colours that the manager's team has in this league; an empty name is that of her account. */
export const OwnTeamDialog = ({ seat, onClose }: Props) => {
	const { t } = useTranslation();
	const { league } = useDraft();
	const refresh = useDraftRefresh(league.id);
	const accountName = seat.manager?.teamName ?? "";
	const [name, setName] = useState(seat.teamName);
	const [colour, setColour] = useState(LEAGUE_COLOURS.find((choice) => choice === seat.colour) ?? null);
	const change = useCallMutation(changeDraftTeam, {
		meta: { hasInlineError: true },
		onSuccess: async () => {
			await refresh();
			showToast({ tone: "good", text: t("leagues.lobby.teamSaved") });
			onClose();
		},
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const ownName = name.trim();
		const body = { name: ownName === "" || ownName === accountName ? null : ownName, colour };
		change.mutate({ params: { id: league.id }, body });
	};
	return (
		<Dialog title={t("leagues.lobby.teamTitle")} isOpen onClose={onClose}>
			<form className={styles.dialog} noValidate onSubmit={submit}>
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
				<FormActions>
					<Button variant="main" type="submit" isPending={change.isPending}>
						{t("leagues.lobby.save")}
					</Button>
					<Button onPress={onClose}>{t("state.cancel")}</Button>
				</FormActions>
			</form>
		</Dialog>
	);
};
