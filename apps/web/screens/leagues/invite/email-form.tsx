import { inviteToLeague } from "@first-bounce/contract/leagues/league-invites";
import { useEffect, useRef, useState } from "react";
import { FieldError } from "react-aria-components/FieldError";
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
import { useResetAfterResult } from "../frame/use-reset-after-result.ts";
import { parseEmails } from "../model/emails.ts";
import styles from "./invite.module.css";

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
				: null;
	const send = () => {
		if (error !== null || emails.length === 0 || invite.isPending) return;
		const body = { leagueId, invites: emails.map((email) => ({ email })) };
		invite.mutate({ params: { id: leagueId }, body });
	};
	return (
		<FormCard title={t("leagues.invite.byMail")} onSubmit={send}>
			<TextField
				name="emails"
				className={fields.field ?? ""}
				value={text}
				onChange={(next) => {
					setText(next);
					if (!invite.isPending) invite.reset();
				}}
				isInvalid={error !== null}
				validationBehavior="aria"
			>
				<Label className={fields.label ?? ""}>{t("leagues.invite.emails")}</Label>
				<TextArea className={`${fields.input} ${styles.emails}`} rows={4} spellCheck={false} autoComplete="off" />
				<Text slot="description" className={fields.hint ?? ""}>
					{t("leagues.invite.emailsHint")}
				</Text>
				<FieldError className={`${fields.error} ${styles.incorrect}`}>{error}</FieldError>
			</TextField>
			<FormActions>
				<Button
					type="submit"
					variant="main"
					isDisabled={invite.isIdle && (emails.length === 0 || error !== null)}
					isPending={!invite.isIdle}
				>
					<span aria-live="polite">{t(`leagues.invite.send.${invite.status}`)}</span>
				</Button>
			</FormActions>
		</FormCard>
	);
};
