import { changeEmail, verifyEmailRequest } from "@first-bounce/contract/calls";
import type { User } from "@first-bounce/contract/user";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { Button } from "../../components/button/button.tsx";
import { focusField } from "../../components/fields/error-summary.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { useFormTask } from "../../components/form-card/use-form-task.ts";
import { Notice } from "../../components/states/states.tsx";
import { useAccount } from "./use-account.ts";

const Unverified = () => {
	const { t } = useTranslation();
	const account = useAccount();
	const task = useFormTask(account.fail);
	const ask = async () => {
		await client(verifyEmailRequest, { body: {} });
		account.done(t("account.linkSent"));
	};
	return (
		<Notice
			tone="warn"
			action={
				<Button isPending={task.isRunning} onPress={() => task.run(ask)}>
					{t("account.sendLink")}
				</Button>
			}
		>
			{t("account.unverified")}
		</Notice>
	);
};

/** The server knows better; this spares asking it about what is plainly none. */
const LOOKS_LIKE_ONE = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** The address; a new one counts once its owner has followed the link sent there. */
export const EmailPart = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	const account = useAccount();
	const task = useFormTask(account.fail);
	const [email, setEmail] = useState("");
	const [password, setPassword] = useState("");
	const [isNone, setNone] = useState(false);
	const save = async () => {
		setNone(!LOOKS_LIKE_ONE.test(email.trim()));
		if (!LOOKS_LIKE_ONE.test(email.trim())) return focusField("email");
		await client(changeEmail, { body: { email: email.trim(), password } });
		account.done(t("account.linkSentTo", { email: email.trim() }));
		setEmail("");
		setPassword("");
	};
	return (
		<FormCard title={t("account.email")} text={user.email} onSubmit={() => task.run(save)}>
			{user.emailVerified ? null : <Unverified />}
			<TextField
				name="email"
				type="email"
				autoComplete="email"
				label={t("account.newEmail")}
				value={email}
				onChange={(typed) => {
					setEmail(typed);
					setNone(false);
				}}
				error={isNone ? t("account.noEmail") : undefined}
			/>
			<TextField
				name="emailPassword"
				type="password"
				autoComplete="current-password"
				label={t("account.password")}
				value={password}
				onChange={setPassword}
			/>
			<FormActions>
				<Button type="submit" isPending={task.isRunning} isDisabled={email.trim() === "" || password === ""}>
					{t("account.changeEmail")}
				</Button>
			</FormActions>
		</FormCard>
	);
};
