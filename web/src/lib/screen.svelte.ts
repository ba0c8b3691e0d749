/** Whether there is room for a panel beside the table. */
const beside = matchMedia("(min-width: 64rem)");

export const screen = $state({ wide: beside.matches });
beside.addEventListener("change", () => (screen.wide = beside.matches));
