import { changeEmail, requestEmailVerification } from "@first-bounce/contract/accounts/account";
import type { User } from "@first-bounce/contract/accounts/user";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../api/use-call.ts";
import { Button } from "../../components/button/button.tsx";
import { focusField } from "../../components/fields/error-summary.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { Notice } from "../../components/states/states.tsx";
import { showToast } from "../../components/toast/toasts.tsx";
import { PasswordField } from "./password-field.tsx";

const Unverified = () => {
	const { t } = useTranslation();
	const requestLink = useCallMutation(requestEmailVerification, {
		onSuccess: () => showToast({ tone: "good", text: t("account.linkSent") }),
	});
	return (
		<Notice
			tone="warn"
			action={
				<Button isPending={requestLink.isPending} onPress={() => requestLink.mutate({ body: {} })}>
					{t("account.sendLink")}
				</Button>
			}
		>
			{t("account.unverified")}
		</Notice>
	);
};

/** Only avoids requests with obvious mistakes; the server validates the address. */
const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Changes the email address; the new one takes effect once it is verified. */
export const EmailSection = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	const change = useCallMutation(changeEmail, {
		onSuccess: (_, { body }) => {
			showToast({ tone: "good", text: t("account.linkSentTo", { email: body.email }) });
			setEmail("");
			setPassword("");
		},
	});
	const [email, setEmail] = useState("");
	const [password, setPassword] = useState("");
	const [isInvalid, setInvalid] = useState(false);
	const save = () => {
		const isAddress = EMAIL_PATTERN.test(email.trim());
		setInvalid(!isAddress);
		if (!isAddress) return focusField("email");
		if (!change.isPending) change.mutate({ body: { email: email.trim(), password } });
	};
	return (
		<FormCard title={t("account.email")} text={user.email} onSubmit={save}>
			{user.emailVerified ? null : <Unverified />}
			<TextField
				name="email"
				type="email"
				autoComplete="email"
				label={t("account.newEmail")}
				value={email}
				onChange={(typed) => {
					setEmail(typed);
					setInvalid(false);
				}}
				error={isInvalid ? t("account.noEmail") : undefined}
			/>
			<PasswordField name="emailPassword" label={t("account.password")} value={password} onChange={setPassword} />
			<FormActions>
				<Button type="submit" isPending={change.isPending} isDisabled={email.trim() === "" || password === ""}>
					{t("account.changeEmail")}
				</Button>
			</FormActions>
		</FormCard>
	);
};
