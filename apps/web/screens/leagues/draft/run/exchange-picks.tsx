import { exchangePicks } from "@first-bounce/contract/draft/draft-process";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../components/button/button.tsx";
import { SelectField } from "../../../../components/fields/select-field.tsx";
import { FormActions } from "../../../../components/form-card/form-card.tsx";
import { ErrorNotice } from "../../../../components/states/states.tsx";
import { showToast } from "../../../../components/toast/toasts.tsx";
import { formatSeatName } from "../../../../draft-league/seat-name.ts";
import { useRoom } from "../room/use-room.ts";
import { useDraftAction } from "../use-draft-action.ts";
import styles from "./commissioner-drawer.module.css";

/** Exchanges the owners of two picks that are not made, such as after a trade among managers. */
export const ExchangePicks = () => {
	const { t } = useTranslation();
	const { draft, model } = useRoom();
	const [first, setFirst] = useState<string | null>(null);
	const [second, setSecond] = useState<string | null>(null);
	const exchange = useDraftAction(exchangePicks, {
		meta: { hasInlineError: true },
		onSuccess: () => {
			setFirst(null);
			setSecond(null);
			showToast({ tone: "good", text: t("draftRoom.run.exchange.done") });
		},
	});
	const choices = model.coming.map(({ overall, teamId }) => ({
		value: String(overall),
		label: t("draftRoom.run.openPick", { pick: overall, team: formatSeatName(model.seatById.get(teamId), t) }),
	}));
	const submit = () =>
		exchange.mutate({
			params: { id: draft.board.leagueId },
			body: { overallPick: Number(first), otherOverallPick: Number(second) },
		});
	return (
		<div className={styles.form}>
			<p>{t("draftRoom.run.exchange.text")}</p>
			<div className={styles.row}>
				<SelectField
					name="first"
					label={t("draftRoom.run.exchange.first")}
					placeholder={t("draftRoom.run.exchange.choose")}
					value={first}
					choices={choices}
					onChange={setFirst}
				/>
				<SelectField
					name="second"
					label={t("draftRoom.run.exchange.second")}
					placeholder={t("draftRoom.run.exchange.choose")}
					value={second}
					choices={choices}
					onChange={setSecond}
				/>
			</div>
			<ErrorNotice error={exchange.error} />
			<FormActions>
				<Button isDisabled={first === null || second === null} isPending={exchange.isPending} onPress={submit}>
					{t("draftRoom.run.exchange.submit")}
				</Button>
			</FormActions>
		</div>
	);
};
