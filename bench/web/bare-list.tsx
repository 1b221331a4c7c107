// A list whose rows React renders again at each press. `npm run bench web-team` compares the team screen with it.
import { useState } from "react";
import { createRoot } from "react-dom/client";

const rows = Number(new URLSearchParams(window.location.search).get("rows"));

const BareList = () => {
	const [count, setCount] = useState(0);
	const press = () => setCount((last) => last + 1);
	return (
		<>
			<button type="button" onClick={press}>
				Press
			</button>
			<input aria-label="Find a player" onChange={press} />
			<ul data-count={count}>
				{Array.from({ length: rows }, (_, row) => (
					<li key={`${count} ${row.toString()}`}>
						Player {row} at count {count}
					</li>
				))}
			</ul>
		</>
	);
};

createRoot(document.getElementById("root") ?? document.body).render(<BareList />);
