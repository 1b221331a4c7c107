import { type KeepersView, setKeeperDeadline, showKeepers } from "@first-bounce/contract/draft/keepers";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { formatLocalTime, formatZoneName, LAST_LOCAL_TIME, parseLocalTime } from "../../../i18n/format.ts";
import { useDraftRefresh } from "../draft/use-draft-refresh.ts";
import styles from "./keepers.module.css";

interface Props {
	readonly leagueId: number;
	readonly view: KeepersView;
	readonly onClose: () => void;
}

/** Lets the commissioner set until when keepers are chosen. */
export const DeadlineForm = ({ leagueId, view, onClose }: Props) => {
	const { t } = useTranslation();
	const queries = useQueryClient();
	const refresh = useDraftRefresh(leagueId);
	const [text, setText] = useState(view.deadline === null ? "" : formatLocalTime(view.deadline));
	const params = { id: leagueId };
	const change = useCallMutation(setKeeperDeadline, {
		meta: { hasInlineError: true },
		onSuccess: async (answer) => {
			queries.setQueryData(callKey(showKeepers, { params }), answer);
			showToast({ tone: "good", text: t("leagues.keepers.deadlineSaved") });
			onClose();
			await refresh();
		},
	});
	const deadline = parseLocalTime(text);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		change.mutate({ params, body: { deadline } });
	};
	return (
		<form className={styles.part} noValidate onSubmit={submit}>
			<TextField
				name="deadline"
				type="datetime-local"
				max={LAST_LOCAL_TIME}
				label={`${t("leagues.keepers.deadline")} (${formatZoneName(Date.now())})`}
				hint={t("leagues.keepers.deadlineHint")}
				error={change.error ? getErrorMessage(change.error, t) : undefined}
				value={text}
				onChange={(next) => {
					setText(next);
					if (change.isError) change.reset();
				}}
			/>
			<FormActions>
				<Button variant="main" type="submit" isPending={change.isPending}>
					{t("leagues.lobby.save")}
				</Button>
				<Button onPress={onClose}>{t("state.cancel")}</Button>
			</FormActions>
		</form>
	);
};
