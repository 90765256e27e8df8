//! Okubo, Wakatsuki, Mitsuishi, Dobashi and Nishino: "New Applications of the Monte-Carlo Tree Search to
//! Computer Daihinmin". What is here is the first of its two methods: values of places in repeated games.

pub mod place_values;
pub mod titles;
