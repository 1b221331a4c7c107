import { requestPasswordReset, resetPassword } from "@first-bounce/contract/accounts/account";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { client } from "../../api/client.ts";
import { paths } from "../../app/paths.ts";
import { site } from "../../app/site.ts";
import { Button } from "../../components/button/button.tsx";
import { ErrorSummary } from "../../components/fields/error-summary.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { EmptyState } from "../../components/states/states.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { useMailedToken } from "./mailed-token.ts";

interface FieldFormProps {
	readonly kind: "request" | "confirm";
	readonly onSend: (value: string) => Promise<unknown>;
	readonly onDone: () => void;
}

const FieldForm = ({ kind, onSend, onDone }: FieldFormProps) => {
	const { t } = useTranslation();
	const [value, setValue] = useState("");
	const mutation = useMutation({ mutationFn: onSend, onSuccess: onDone, meta: { hasInlineError: true } });
	const error = mutation.error ? getErrorMessage(mutation.error, t) : undefined;
	const isRequest = kind === "request";
	const submit = () => {
		if (!mutation.isPending) mutation.mutate(isRequest ? value.trim() : value);
	};
	return (
		<FormCard variant="page" title={t(`mailed.${kind}.title`)} text={t(`mailed.${kind}.text`)} onSubmit={submit}>
			<ErrorSummary problems={error === undefined ? [] : [{ field: kind, message: error }]} />
			<TextField
				name={kind}
				label={t(`mailed.${kind}.label`)}
				type={isRequest ? "email" : "password"}
				autoComplete={isRequest ? "email" : "new-password"}
				value={value}
				onChange={(next) => {
					setValue(next);
					mutation.reset();
				}}
				error={error}
				{...(isRequest ? {} : { hint: t("account.passwordHint") })}
			/>
			<FormActions>
				<Button variant="main" type="submit" isPending={mutation.isPending} isDisabled={value === ""}>
					{t(`mailed.${kind}.submit`)}
				</Button>
			</FormActions>
		</FormCard>
	);
};

const NoPasswords = () => {
	const { t } = useTranslation();
	return (
		<>
			<title>{t("app.title", { page: t("mailed.noPasswords") })}</title>
			<EmptyState isPage icon="lock" title={t("mailed.noPasswords")} text={t("mailed.noPasswordsText")}>
				<Link to={paths.home.to()}>{t("mailed.toGame")}</Link>
			</EmptyState>
		</>
	);
};

const ResetPassword = ({ token }: { readonly token: string | null }) => {
	const { t } = useTranslation();
	const [isDone, setDone] = useState(false);
	const kind = token === null ? "request" : "confirm";
	const send = (value: string): Promise<unknown> =>
		token === null
			? client(requestPasswordReset, { body: { email: value } })
			: client(resetPassword, { body: { token, password: value } });
	return (
		<>
			<title>{t("app.title", { page: t(`mailed.${kind}.title`) })}</title>
			{isDone ? (
				<div role="status">
					<EmptyState isPage icon="check" title={t(`mailed.${kind}.done`)} text={t(`mailed.${kind}.doneText`)}>
						<Link to={paths.home.to()}>{t("mailed.toGame")}</Link>
					</EmptyState>
				</div>
			) : (
				<FieldForm kind={kind} onSend={send} onDone={() => setDone(true)} />
			)}
		</>
	);
};

/** Requests a reset email or, opened from that email, sets the new password. */
export const ResetPasswordScreen = () => {
	const token = useMailedToken();
	return site.hasPasswords ? <ResetPassword key={token} token={token} /> : <NoPasswords />;
};
