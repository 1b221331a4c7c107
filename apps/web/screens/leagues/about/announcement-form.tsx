import { announceToLeague } from "@first-bounce/contract/leagues/league-activity";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { TextAreaField } from "../../../components/fields/text-area-field.tsx";
import { FormActions, FormCard } from "../../../components/form-card/form-card.tsx";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";

const MAX_LENGTH = 500;

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
			<TextAreaField
				name="text"
				label={t("leagues.announce.field")}
				hint={t("leagues.announce.hint")}
				rows={3}
				maxLength={MAX_LENGTH}
				value={text}
				onChange={setText}
			/>
			<FormActions>
				<Button type="submit" isDisabled={text.trim() === ""} isPending={send.isPending}>
					{t("leagues.announce.send")}
				</Button>
			</FormActions>
		</FormCard>
	);
};
