import {
	addPasskey,
	listPasskeys,
	type Passkey,
	removePasskey,
	startPasskey,
} from "@first-bounce/contract/accounts/passkeys";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { callKey, useCall, useCallMutation } from "../../api/use-call.ts";
import { Button } from "../../components/button/button.tsx";
import { showProblem } from "../../components/error-modal/problem-store.ts";
import { TextField } from "../../components/fields/text-field.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { LoadedContent } from "../../components/states/loading-or-error.tsx";
import { showToast } from "../../components/toast/toasts.tsx";
import { formatDateTime } from "../../i18n/format.ts";
import { AccountRow } from "./account-row.tsx";
import styles from "./my-account.module.css";
import { PasswordField } from "./password-field.tsx";

const canCreatePasskeys = (): boolean =>
	typeof PublicKeyCredential !== "undefined" && "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** Asks the browser for a passkey. Returns null if the user cancels. */
async function createCredential(options: object): Promise<Record<string, unknown> | null> {
	const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
	try {
		const credential = await navigator.credentials.create({ publicKey });
		return credential ? { ...(credential as PublicKeyCredential).toJSON() } : null;
	} catch (error) {
		if (error instanceof DOMException) return null;
		throw error;
	}
}

interface RowProps {
	readonly passkey: Passkey;
	readonly isPending: boolean;
	readonly onRemove: () => void;
}

const PasskeyRow = ({ passkey: { name, createdAt, lastUsedAt }, isPending, onRemove }: RowProps) => {
	const { t } = useTranslation();
	const when = formatDateTime(Date.parse(lastUsedAt ?? createdAt));
	return (
		<AccountRow name={name} notes={[t(lastUsedAt === null ? "passkeys.created" : "passkeys.used", { when })]}>
			<Button variant="quiet" isPending={isPending} onPress={onRemove} aria-label={t("passkeys.removeNamed", { name })}>
				{t("passkeys.remove")}
			</Button>
		</AccountRow>
	);
};

export const PasskeysSection = () => {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const query = useCall(listPasskeys, {});
	const [name, setName] = useState("");
	const [password, setPassword] = useState("");
	const applyChange = (next: { readonly passkeys: readonly Passkey[] }, text: string) => {
		queryClient.setQueryData(callKey(listPasskeys, {}), next);
		showToast({ tone: "good", text });
	};
	const add = useMutation({
		mutationFn: async () => {
			const { options } = await client(startPasskey, { body: { password } });
			const credential = await createCredential(options);
			return credential && client(addPasskey, { body: { name, credential } });
		},
		onSuccess: (next) => {
			if (!next) return showProblem({ message: t("passkeys.cancelled") });
			applyChange(next, t("passkeys.added"));
			setName("");
			setPassword("");
		},
	});
	const remove = useCallMutation(removePasskey, { onSuccess: (next) => applyChange(next, t("passkeys.removed")) });
	const isSupported = canCreatePasskeys();
	const save = () => {
		if (isSupported && !add.isPending) add.mutate();
	};
	return (
		<FormCard title={t("passkeys.title")} text={t("passkeys.text")} onSubmit={save}>
			<LoadedContent query={query} height="52px">
				{({ passkeys }) =>
					passkeys.length === 0 ? (
						<p>{t("passkeys.none")}</p>
					) : (
						<ul className={styles.devices}>
							{passkeys.map((passkey) => (
								<PasskeyRow
									key={passkey.id}
									passkey={passkey}
									isPending={remove.isPending && remove.variables.body.id === passkey.id}
									onRemove={() => remove.mutate({ body: { id: passkey.id } })}
								/>
							))}
						</ul>
					)
				}
			</LoadedContent>
			{isSupported ? (
				<>
					<TextField
						name="passkeyName"
						label={t("passkeys.name")}
						hint={t("passkeys.nameHint")}
						maxLength={60}
						value={name}
						onChange={setName}
					/>
					<PasswordField
						name="passkeyPassword"
						label={t("passkeys.password")}
						value={password}
						onChange={setPassword}
					/>
					<FormActions>
						<Button type="submit" isPending={add.isPending} isDisabled={name.trim() === "" || password === ""}>
							{t("passkeys.add")}
						</Button>
					</FormActions>
				</>
			) : (
				<p>{t("passkeys.unsupported")}</p>
			)}
		</FormCard>
	);
};
