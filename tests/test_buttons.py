"""Buttons and forms of a board, as thumbs press them."""


async def test_minus_1000_changes_the_board_in_place(hall):
    board = await hall.start()
    reply = await hall.press(hall.member("遊星"), board, "damage", player="B1", amount=1000)
    assert reply.quiet
    assert hall.board().life() == [8000, 7000]
