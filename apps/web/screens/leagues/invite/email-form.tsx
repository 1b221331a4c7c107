import { inviteToLeague } from "@first-bounce/contract/leagues/league-invites";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { TextAreaField } from "../../../components/fields/text-area-field.tsx";
import { FormActions, FormCard } from "../../../components/form-card/form-card.tsx";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";
import { useResetAfterResult } from "../frame/use-reset-after-result.ts";
import { parseEmails } from "../model/emails.ts";

/** The maximum per API call. */
const MAX_EMAILS = 50;

/** Invites people by email. */
export const EmailForm = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	const updates = useLeagueUpdates();
	const [text, setText] = useState("");
	const dismissToast = useRef<() => void>(undefined);
	const invite = useCallMutation(inviteToLeague, {
		onSuccess: () => {
			setText("");
			dismissToast.current = updates.showSuccess(t("leagues.invite.sent"));
		},
	});
	useResetAfterResult(invite);
	useEffect(() => {
		if (!invite.isSuccess) dismissToast.current?.();
	}, [invite.isSuccess]);
	const { emails, incorrect } = parseEmails(text);
	const error =
		incorrect.length > 0
			? t("leagues.invite.incorrect", { list: incorrect.join(", ") })
			: emails.length > MAX_EMAILS
				? t("leagues.invite.tooMany", { max: MAX_EMAILS })
				: undefined;
	const send = () => {
		if (error !== undefined || emails.length === 0 || invite.isPending) return;
		const body = { leagueId, invites: emails.map((email) => ({ email })) };
		invite.mutate({ params: { id: leagueId }, body });
	};
	return (
		<FormCard title={t("leagues.invite.byMail")} onSubmit={send}>
			<TextAreaField
				name="emails"
				label={t("leagues.invite.emails")}
				hint={t("leagues.invite.emailsHint")}
				error={error}
				rows={4}
				isData
				value={text}
				onChange={(next) => {
					setText(next);
					if (!invite.isPending) invite.reset();
				}}
			/>
			<FormActions>
				<Button
					type="submit"
					variant="main"
					isDisabled={invite.isIdle && (emails.length === 0 || error !== undefined)}
					isPending={!invite.isIdle}
				>
					<span aria-live="polite">{t(`leagues.invite.send.${invite.status}`)}</span>
				</Button>
			</FormActions>
		</FormCard>
	);
};
