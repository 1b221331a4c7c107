import { announceToLeague } from "@first-bounce/contract/leagues/league-activity";
import { useState } from "react";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea } from "react-aria-components/TextArea";
import { TextField } from "react-aria-components/TextField";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import fields from "../../../components/fields/fields.module.css";
import { FormActions, FormCard } from "../../../components/form-card/form-card.tsx";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";

const MAX_LENGTH = 500;

/** A form in which the commissioner posts an announcement to all members. */
export const AnnouncementForm = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	const updates = useLeagueUpdates();
	const [text, setText] = useState("");
	const send = useCallMutation(announceToLeague, {
		onSuccess: () => {
			setText("");
			updates.showSuccess(t("leagues.announce.done"));
			return updates.invalidateLeagues();
		},
	});
	const submit = () => {
		if (text.trim() && !send.isPending) send.mutate({ params: { id: leagueId }, body: { text: text.trim() } });
	};
	return (
		<FormCard title={t("leagues.announce.title")} onSubmit={submit}>
			<TextField className={fields.field ?? ""} value={text} onChange={setText} maxLength={MAX_LENGTH}>
				<Label className={fields.label ?? ""}>{t("leagues.announce.field")}</Label>
				<TextArea className={fields.input ?? ""} rows={3} />
				<Text slot="description" className={fields.hint ?? ""}>
					{t("leagues.announce.hint")}
				</Text>
			</TextField>
			<FormActions>
				<Button type="submit" isDisabled={text.trim() === ""} isPending={send.isPending}>
					{t("leagues.announce.send")}
				</Button>
			</FormActions>
		</FormCard>
	);
};
